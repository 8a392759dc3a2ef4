import { allergens } from '../../cms/src/shared/diet/allergens.ts';
import type { MachineReader } from './machineReader.ts';
import { pseudoRandom } from './pseudoRandom.ts';
import type { RandomRestaurant } from './randomRestaurant.ts';

/** A question of a guest that a machine answers from a page. */
export interface Question {
  text: string;
  /** Asks a machine. */
  ask: (reader: MachineReader) => string;
  answer: string;
  /** The answer when the CMS has not confirmed the dishes for an hour. */
  laterAnswer: string;
}

const ANSWERS = { contains: 'yes', onRequest: 'on request', free: 'no' };

/** Lists the questions that every page answers at any time. */
export function listContactQuestions({
  phone,
  reservations = `call ${phone.number}`,
}: RandomRestaurant): Question[] {
  const create = (text: string, answer: string, ask: Question['ask']) => ({
    text,
    ask,
    answer,
    laterAnswer: answer,
  });
  return [
    create('What is your phone number?', phone.number, (reader) => reader.findPhone()),
    create('How do I reserve?', reservations, (reader) => reader.findReservations()),
  ];
}

/** Lists which dishes of each section suit a diet, as the owner has stated. */
const listDietQuestions = ({ sections }: RandomRestaurant): Question[] =>
  sections.flatMap(({ heading, dishes }) =>
    (['Vegan', 'Vegetarian'] as const).map((diet) => {
      const diets = diet === 'Vegan' ? ['vegan'] : ['vegan', 'vegetarian'];
      const suitable = dishes.filter(({ statement }) => diets.includes(String(statement?.diet)));
      return {
        text: `Which ${heading} are ${diet}?`,
        ask: (reader) => reader.listSuitable(heading, diet),
        answer: suitable.map(({ name }) => name).join(' | ') || 'ask',
        laterAnswer: 'ask',
      };
    }),
  );

const listDishes = ({ sections }: RandomRestaurant) =>
  sections.flatMap(({ heading, dishes }) => dishes.map((dish) => ({ heading, ...dish })));

/** Lists for each dish what is in it: its description and the allergens that it contains. */
const listContentQuestions = (restaurant: RandomRestaurant): Question[] =>
  listDishes(restaurant).map(({ heading, name, description, statement }) => {
    const formatAnswer = (contained: { name: string }[]) =>
      `${description.replace('\n', ' ')} Contains: ${contained.map((allergen) => allergen.name).join(', ') || 'ask'}`;
    return {
      text: `What is in ${name}?`,
      ask: (reader) => {
        const isFound = (allergen: { name: string }) =>
          reader.contains(heading, name, allergen.name) === 'yes';
        const [read] = reader.describe(heading, name);
        return `${read} Contains: ${
          allergens
            .filter(isFound)
            .map((allergen) => allergen.name)
            .join(', ') || 'ask'
        }`;
      },
      answer: formatAnswer(allergens.filter(({ id }) => statement?.answers[id] === 'contains')),
      laterAnswer: formatAnswer([]),
    };
  });

/** Lists for each dish and each allergen whether it contains it. */
const listAllergenQuestions = (restaurant: RandomRestaurant): Question[] =>
  listDishes(restaurant).flatMap(({ heading, name, statement }) =>
    allergens.map((allergen) => {
      const answer = statement?.answers[allergen.id];
      return {
        text: `Does ${name} contain ${allergen.name}?`,
        ask: (reader) => reader.contains(heading, name, allergen.name),
        answer: answer ? ANSWERS[answer] : 'ask',
        laterAnswer: 'ask',
      };
    }),
  );

/** Lists as many questions about the menu: those about diets and drinks, and some of those about single dishes. */
export function listMenuQuestions(restaurant: RandomRestaurant, count: number, seed: number): Question[] {
  const random = pseudoRandom(seed);
  const shuffle = (questions: Question[]) =>
    questions
      .map((question) => ({ question, key: random.next().value }))
      .sort((one, other) => one.key - other.key)
      .map(({ question }) => question);
  const { heading, name } = restaurant.drinks;
  const drink: Question = {
    text: `Does ${name} contain milk?`,
    ask: (reader) => reader.contains(heading, name, 'milk'),
    answer: 'ask',
    laterAnswer: 'ask',
  };
  return [
    drink,
    ...listDietQuestions(restaurant),
    ...shuffle(listContentQuestions(restaurant)).slice(0, 5),
    ...shuffle(listAllergenQuestions(restaurant)),
  ].slice(0, count);
}
