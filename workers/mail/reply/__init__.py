"""Reply to play: from the bytes of somebody's reply to what is done at the table (mail.md).

Read in this order: ``own`` finds the player's own lines in a message, ``parse`` reads them as commands,
``wishes`` makes wishes of them at a table, ``plan`` carries them out one after another, and
``sentences`` says what came of it. None of them does I/O; nothing a mail holds makes them raise.
"""
