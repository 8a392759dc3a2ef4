import { keepTogether } from './keepTogether.tsx';
import styles from './Phrase.module.css';

/** A number with the word before it, a time or the times of a service: 'January 12', 'at 4:30 pm', '4:30 pm – 9:30 pm'. */
const NUMBER = /((?:\w+ )?\d[\d:]*(?: [ap]m\b)?(?: – (?:\d[\d:]* [ap]m|noon|midnight)\b)?)/;

/** A text of the site's own whose times and dates are not divided at the end of a line. */
export const Phrase = ({ text }: { text: string }) => keepTogether(text, NUMBER, styles.whole);
