"""What mail programs write around a reply, in the languages their users have set, folded.

Our players' five languages come first in each list; the others are what else is often met. A mail
quoted by a program that is not known here is still cut at our own marker.
"""

import re
from typing import Final

from workers.mail.reply.folding import fold


def _any(words: str) -> str:
    return "|".join(re.escape(fold(word)) for word in words.split("|"))


_WROTE: Final = (
    "wrote|writes|skrev|shkroi|shkruajti|ka shkruar|ysgrifennodd|ysgrifennwyd|लेख्नुभयो|लेखे|लेख्यो|"
    "लेखेको|schrieb|geschrieben|a écrit|escribió|scrisse|ha scritto|schreef|escreveu|napisał|napsal|"
    "kirjoitti|написал|пише"
)
_LABELS: Final = (
    "from|sent|to|date|subject|cc|reply-to|fra|sendt|til|dato|emne|svar til|nga|prej|dërguar|për|kur|"
    "data|tema|subjekti|oddi wrth|anfonwyd|at|dyddiad|pwnc|प्रेषक|बाट|पठाइएको|लाई|मिति|विषय|von|"
    "gesendet|an|datum|betreff|de|envoyé|à|objet|enviado|para|asunto|från|skickat|till|ämne|da|"
    "inviato|oggetto"
)
_SENT_FROM: Final = (
    "sent from|sent via|sent with|get outlook for|sendt fra|sendt med|sendt via|hent outlook|få outlook|"
    "dërguar nga|dërguar me|merrni outlook|anfonwyd o|anfonwyd gyda|cael outlook|gesendet von|"
    "von meinem|envoyé de|enviado desde|enviado do|inviato da|verzonden vanaf|skickat från|"
    "download outlook|hämta outlook"
)
_SENT_FROM_AFTER: Final = "बाट पठाइएको|बाट पठाएको|gesendet"
_DISCLAIMERS: Final = (
    "confidential|privileged|intended recipient|intended solely|legal notice|disclaimer|fortrolig|"
    "tiltænkt modtager|rette modtager|konfidencial|i destinuar vetëm|cyfrinachol|ar gyfer y sawl|"
    "गोप्य|vertraulich|confidentiel|consider the environment|tænk på miljøet"
)

WROTE: Final = re.compile(rf"(?<!\w)(?:{_any(_WROTE)})(?!\w)")
LABEL: Final = re.compile(rf"[*_ ]*(?:{_any(_LABELS)})[*_ ]*\s?:[*_ ]*\S")
SENDER: Final = re.compile(
    rf"[*_ ]*(?:{_any('from|fra|nga|prej|oddi wrth|प्रेषक|बाट|von|de|från|da')})[*_ ]*\s?:[*_ ]*\S"
)
SENT_FROM: Final = re.compile(
    rf"[*_ \-–—]*(?:(?:{_any(_SENT_FROM)})(?!\w)|.*(?:{_any(_SENT_FROM_AFTER)})[ .*_]*$)"
)
DISCLAIMER: Final = re.compile(_any(_DISCLAIMERS))
OPENING: Final = re.compile(rf"(?:{_any('on|den|d.|më|ar|am|le|el|il|op|em|på|dne|w dniu')})\s.*\d")
"""How the line that announces a quote begins where it names the date first."""
SEPARATOR: Final = re.compile(r"[ >]*(?:[-–—]{4,}[^-–—]{3,60}[-–—]{4,}|_{20,}|[-=*]{25,})\s*$")
"""``-----Original Message-----`` and the like in any language, and long rules."""
RE_PREFIX: Final = re.compile(
    rf"^(?:(?:{_any('re|sv|aw|antw|fwd|fw|vs|vb|përgj|ateb|जवाफ|res|tr')})(?:\[\d+\])?\s*:\s*)+"
)
"""What mail programs put before the subject of a reply."""
