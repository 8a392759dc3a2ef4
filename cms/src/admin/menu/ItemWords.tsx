import { useId } from 'react';
import { styled } from 'styled-components';
import type { Place } from './changes';
import type { Item, List } from './menuContent';
import type { MenuProblem, MenuStore } from './menuStore';
import { Problem, Waiting } from './menuStyles';
import { useWords } from './useWords';
import { WordsField } from './WordsField';

const NOT_SAVED = 'Not saved yet: there is no connection. It is saved when the connection is back.';

const Fields = styled.div`
  display: grid;
  gap: 0.4rem;
  min-width: 0;
`;

/** Tells which words the site shows while others wait. */
function ShownWords({ words = '', shown = '' }: { words?: string | undefined; shown?: string | undefined }) {
  if (words === shown) return null;
  return (
    <Waiting>Not on the site yet: the site shows {shown === '' ? 'nothing here' : `“${shown}”`}.</Waiting>
  );
}

/** Tells why words are not saved, and what somebody else wrote in the meantime. */
function WordsProblem({ problem, item }: { problem: MenuProblem; item: Item }) {
  const present = item.description ? `${item.name}: ${item.description}` : item.name;
  return (
    <Problem>
      {problem.kind === 'lost' ? NOT_SAVED : problem.message}
      {problem.kind === 'conflict' && ` Now it is “${present}”. Leave the field again to replace that.`}
    </Problem>
  );
}

interface ItemWordsProps {
  store: MenuStore;
  place: Place;
  item: Item;
  limits: List['limits'];
}

/** The name and the description of a dish, or the name of a drink. */
export function ItemWords({ store, place, item, limits }: ItemWordsProps) {
  const { words, problem, save, change } = useWords(store, place, item);
  const id = useId();
  const shared = { describedBy: id, isInvalid: problem !== undefined };
  return (
    <Fields onBlur={save}>
      <WordsField
        {...shared}
        label={`Name of ${item.name}`}
        isName
        value={words.name}
        maxLength={limits.name}
        onChange={(name) => change({ name })}
        onEnter={save}
      />
      {item.shown && <ShownWords words={item.name} shown={item.shown.name} />}
      {limits.description !== undefined && (
        <>
          <WordsField
            {...shared}
            label={`Description of ${item.name}`}
            placeholder="No description"
            value={words.description ?? ''}
            maxLength={limits.description}
            onChange={(description) => change({ description })}
          />
          {item.shown && <ShownWords words={item.description} shown={item.shown.description} />}
        </>
      )}
      <div id={id} role="alert">
        {problem && <WordsProblem problem={problem} item={item} />}
      </div>
    </Fields>
  );
}
