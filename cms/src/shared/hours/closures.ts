const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** A month; "may" only where it is not the verb. */
const MONTH = String.raw`(?:\b(?:${MONTHS})\b|(?<=^|(?:after|before|by|early|from|in|late|mid|next|of|this|-)[ -]*)may\b|\bmay(?= *(?:\d|-)))`;
const SEASON = '(?:winter|summer|spring|fall|autumn)s?';

/** Texts that say that the restaurant is closed or away for a time, whatever else the line says. */
const CLOSURE = new RegExp(
  [
    String.raw`\b(?:break|shut|shutdown|vacations?|sabbatical|hiatus|hibernat\w*|renovat\w*|remodel\w*|refurbish\w*|construction)\b`,
    String.raw`\b(?:maintenance|repairs?|relocating|bereavement|funeral|illness|emergency|outage|paus(?:ed?|ing)|suspended)\b`,
    String.raw`(?<!\b(?:take|carry)[ -]?)\baway\b|\bgone\b|\bsee you\b|\btemporar|\bfurther notice\b|\btravell?ing\b`,
    String.raw`\bback (?:\d|-|(?:after|again|at|by|from|in|next|on|soon)\b)|\b(?:are|be|come|coming|welcome)(?: you)? back\b|\b(?:re|'re|’re) back\b`,
    String.raw`\breturn(?:ing|s)? (?:-|after|by|from|in|next|on|soon)|\bresum(?:e|es|ing)\b`,
    String.raw`\bno (?:\w+ )?service\b|\bno (?:breakfast|brunch|dinner|lunch)\b|\b(?:not|isn['’]t|aren['’]t) (?:cooking|operating|serving)\b`,
    String.raw`\bon leave\b|\bout of (?:office|town)\b|\b(?:are|is|we|we['’]re|staff|team) on holidays?\b`,
    String.raw`(?<!%) off (?:-|for|from|in|next|this)|^off (?:-|for|from|in|next|this)|\boff[ -]?season\b`,
    String.raw`\b(?:${SEASON}|christmas|easter) (?:holidays?|leave|recess|rest)\b|\b${SEASON} only\b`,
    String.raw`^(?:(?:we are|we['’]re) )?seasonal(?:ly)?\.?$|\bseasonal(?:ly)? (?:-|business|hours|only|operation|restaurant|schedule)|\boperate seasonally\b`,
    `${MONTH}.*-.*${MONTH}`,
  ].join('|'),
);
/** A month or a season of the year, which may be when the restaurant is closed. */
const TIME_OF_YEAR = new RegExp(
  [
    // "Since March 2009" is the restaurant's age.
    String.raw`(?<!\bsince )${MONTH}`,
    String.raw`(?:\b(?:after|all|before|by|come|during|for|in|next|over|this)|-) (?:the )?(?:early |entire |late |whole )?${SEASON}\b`,
    String.raw`(?:\b(?:after|for|next|of|this)|-) (?:the |our )?season\b`,
  ].join('|'),
);
/** What may be offered, or not, at a time of the year while the restaurant is open. */
const OFFER =
  /\b(?:beers?|cocktails?|courses?|dish(?:es)?|drinks?|happy hour|menus?|music|parking|patio|seating|specials?|terrace|wines?)\b/;

/** Whether a line, in lower case and with '-' for 'until', may say that the restaurant is closed or away for a time. */
export const maySayClosed = (line: string): boolean =>
  CLOSURE.test(line) || (TIME_OF_YEAR.test(line) && !OFFER.test(line));
