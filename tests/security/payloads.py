"""What a joker types where a name is asked for: one text of every kind of mischief.

Used wherever a text is stored and shown: pages, fragments, errors, JSON, CSV, PDF and Chromium.
Each has 24 letters at most, so that it fits into a player's name.
"""

from __future__ import annotations

from types import MappingProxyType

PAYLOADS = MappingProxyType(
    {
        "script": "<script>hit()</script>",
        "image handler": "<img src onerror=hit()>",
        "svg out of an attribute": '"><svg onload=hit()>',
        "svg out of a single quote": "'><svg onload=hit()>",
        "double-quoted handler": '" onmouseover="hit()',
        "single-quoted handler": "' onmouseover='hit()",
        "bare handler": "x onfocus=hit() autofocus",
        "script address": "javascript:hit()",
        "script address in pieces": "java\tscript:hit()",
        "data address": "data:text/html,<b>x",
        "frame": "<iframe srcdoc=x>",
        "base": "<base href=//e.test>",
        "form": "<form action=//e.test>",
        "link": "<a href=//e.test>x</a>",
        "style sheet": "<style>*{top:0}</style>",
        "mathematics": "<math><mi x=y>x",
        "template element": "<template><b>x",
        "unclosed tag": "<b",
        "closing title": "</title><b>",
        "closing text area": "</textarea><b>",
        "closing style": "</style><b>",
        "closing script": "</script><b>",
        "comment": "<!-- x",
        "end of comment": "--><b>x</b>",
        "section": "<![CDATA[x]]>",
        "entity": "&lt;b&gt;x&lt;/b&gt;",
        "numbered entity": "&#60;b&#62;x",
        "escape of a script": "\\u003cb\\u003ex",
        "escape of an address": "%3Cb%3Ex%3C/b%3E",
        "wide brackets": "＜b＞x＜/b＞",
        "seven bits": "+ADw-b+AD4-x",
        "template": "{{ 7*7 }}",
        "template statement": "{% raw %}",
        "format": "{0.__class__}",
        "format field": "{name}",
        "percent": "%s%n%(x)s",
        "shell": "$(id) `id` ;id",
        "style value": "url(//e.test/x)",
        "htmx attribute": "<i hx-get=/x>",
        "htmx alone": "hx-trigger=load",
        "formula": "=1+2",
        "formula with a command": "=cmd|'/c x'!A1",
        "formula at": "@SUM(1)",
        "formula plus": "+1+2",
        "formula minus": "-1+2",
        "formula after a tab": "\t=1+2",
        "separator": 'a,b;c\t"d"',
        "header": "x\r\nSet-Cookie: a=b",
        "stream": "x\n\nevent: table",
        "path": "../../etc/passwd",
        "other path": "..\\..\\boot.ini",
        "file address": "file:///etc/passwd",
        "prototype": "__proto__",
        "nothing": "null",
        "right to left": "\u202egnihton\u202c",
        "zero width": "A\u200bn\u200da",
        "marks": "A\u0300\u0301\u0302\u0303\u0304\u0305",
        "families": "👨‍👩‍👧‍👦👨‍👩‍👧‍👦",
        "card markup": "**b** {coin} {Animal}",
        "Wi-Fi": 'a;b:c,d\\e"f',
        "PDF": ") /JS (hit()) <<",
        "quote of SQL": "'; DROP TABLE seats;--",
    }
)
"""By what they try."""
