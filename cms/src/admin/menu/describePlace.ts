const CARDINALS = [
  ...[
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const IRREGULAR: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** Spells a number below 100, such as “forty-two”. */
function spell(number: number): string {
  const small = CARDINALS[number];
  if (small) return small;
  const tens = TENS[Math.floor(number / 10)] ?? '';
  return number % 10 === 0 ? tens : `${tens}-${spell(number % 10)}`;
}

/** Spells the ordinal of a number below 100, such as “forty-second”. */
function spellOrdinal(number: number): string {
  const words = spell(number);
  const last = words.slice(words.lastIndexOf('-') + 1);
  const ordinal = IRREGULAR[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, words.length - last.length) + ordinal;
}

/** Describes the place of a name among others in words, such as “third of nine, after Pierogi”. */
export function describePlace(names: readonly string[], index: number): string {
  const previous = names[index - 1];
  const count = names.length < 100 ? spell(names.length) : 'many';
  const place = index < 99 ? spellOrdinal(index + 1) : 'far down';
  return `${place} of ${count}${previous === undefined ? '' : `, after ${previous}`}`;
}
