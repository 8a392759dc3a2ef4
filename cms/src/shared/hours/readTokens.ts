import { normalizeHours } from './openingHours';
import { countTypos, listPossibleDays } from './possibleDays';
import type { Meal, WrittenTime } from './possibleHours';

/** A part of a line of hours that means something. */
export type Token =
  | { kind: 'days'; choices: number[][] }
  | { kind: 'time'; time: WrittenTime }
  | { kind: 'meal'; meal: Meal }
  | { kind: 'dash' | 'comma' | 'and' | 'closed' | 'allDay' | 'late' | 'except' | 'from' };

/** Normalizes also what `normalizeHours` does not know: '_' for "and", open ends, and signs that decorate a line. */
const normalizeTyped = (text: string) =>
  normalizeHours(
    text
      .replace(/(\d *(?:[ap]\.?m?\.?)?) ?\+(?= *(?:$|[,;|]))/gi, '$1 late')
      .replace(/&|\+|\b(?:and|n)\b/gi, ' _ '),
  )
    .replace(/\bclosed *[.!]/g, 'closed,')
    .replace(/[•·*"“”'‘’`´!]|\p{Extended_Pictographic}/gu, '')
    .replace(/[|;]/g, ',')
    .replace(/[~→>]|-{2,}|\.{2,}/g, '-')
    .replace(/[()[\]]/g, ',')
    .replace(/^[\s,-]+|[\s,.-]+$/g, '')
    .replace(/,(?=[\s,]*[,_])|(?<=_\s*),/g, '');

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const createDays = (...choices: number[][]): Token => ({ kind: 'days', choices });
const createMeal = (name: Meal): Token => ({ kind: 'meal', meal: name });

/** Parses a time such as '11', '11:30', '1130', '11a', '11.30 pm' or '17h30'. */
function readTime([text, hourText, minute, minuteAfterH, suffix]: RegExpExecArray): Token[] | undefined {
  const hour = Number(hourText);
  const half = suffix && hour <= 12 ? (suffix.startsWith('a') ? 'am' : 'pm') : undefined;
  if (hour > 24 || (suffix?.startsWith('a') && hour > 12) || (suffix && hour === 0)) return undefined;
  return [
    {
      kind: 'time',
      time: {
        hour,
        minute: minute ?? minuteAfterH ?? '00',
        half,
        word: undefined,
        isPadded: text.startsWith('0'),
      },
    },
  ];
}

/** Words that say nothing about when the restaurant is open. */
const FILLER =
  /^(?:open|opens|opening|hours?|hrs|we|were|are|is|our|at|on|of|for|the|only|every|each|oclock|today|regular|usual)$/;

/** Reads a single word; `undefined` when it is unknown. */
function readWord([word]: RegExpExecArray): Token[] | undefined {
  if (/^(?:clos(?:e|ing)|late|onwards?)$/.test(word)) return [{ kind: 'late' }];
  if (/^(?:except|excluding|excl|but)$/.test(word)) return [{ kind: 'except' }];
  if (word === 'from') return [{ kind: 'from' }];
  if (/^(?:breakfast|brunch|mornings?)$/.test(word)) return [createMeal('morning')];
  if (/^lunch(?:time)?$/.test(word)) return [createMeal('lunch')];
  if (/^(?:dinners?|supper|evenings?|nights?|tonight)$/.test(word)) return [createMeal('dinner')];
  if (FILLER.test(word)) return [];
  if (word !== 'closes' && countTypos(word, 'closed') < 2) return [{ kind: 'closed' }];
  const choices = listPossibleDays(word);
  return choices.length > 0 ? [{ kind: 'days', choices }] : undefined;
}

/** What is read at each place of a line; the first that fits counts. */
const PATTERNS: [RegExp, (match: RegExpExecArray) => Token[] | undefined][] = [
  [/[\s.:]+/y, () => []],
  [
    /(?:(?:every|each) ?(?:single )?(?:night|evening)|nightly)\b/y,
    () => [createMeal('dinner'), createDays(WEEK)],
  ],
  [
    /(?:daily|(?:every|each) ?(?:single )?day|all (?:week(?: long)?|days)|(?:open )?(?:7|seven) days(?: (?:a|per|each) week)?|(?:the )?whole week)\b/y,
    () => [createDays(WEEK)],
  ],
  [/(?:week|work|working|business) ?days?\b/y, () => [createDays([0, 1, 2, 3, 4])]],
  [/(?:week|wk) ?e?nds?\b/y, () => [createDays([5, 6], [4, 5, 6])]],
  [/24 ?(?:hours?|hrs?|h)\b|24,7\b|a?round the clock\b/y, () => [{ kind: 'allDay' }]],
  [/closed all day\b/y, () => [{ kind: 'closed' }]],
  [
    /12(noon|midnight)/y,
    ([, word]) => {
      const time = { hour: 12, minute: '00', half: undefined, isPadded: false } as const;
      return [{ kind: 'time', time: { ...time, word: word === 'noon' ? 'noon' : 'midnight' } }];
    },
  ],
  [/(\d{1,2})(?:[:.]?([0-5]\d)|h([0-5]\d)?)? ?(am|pm|a|p)?(?![\da-z])/y, readTime],
  [/-/y, () => [{ kind: 'dash' }]],
  [/,/y, () => [{ kind: 'comma' }]],
  [/_/y, () => [{ kind: 'and' }]],
  [/[a-z]+/y, readWord],
];

/** Divides a line as the owner typed it into what it names; `undefined` when a part of it is unknown. */
export function readTokens(text: string): Token[] | undefined {
  const line = normalizeTyped(text);
  const tokens: Token[] = [];
  for (let place = 0; place < line.length; ) {
    const start = place;
    for (const [pattern, read] of PATTERNS) {
      pattern.lastIndex = start;
      const match = pattern.exec(line);
      if (!match) continue;
      const found = read(match);
      if (!found) return undefined;
      tokens.push(...found);
      place = pattern.lastIndex;
      break;
    }
    if (place === start) return undefined;
  }
  return tokens;
}
