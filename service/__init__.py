"""The web part of Tenpost: pages, links, people and the command line."""
