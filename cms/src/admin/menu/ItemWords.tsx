import { useEffect, useId, useRef } from 'react';
import { styled } from 'styled-components';
import type { MenuItem, MenuList } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import { Button } from '../components/styles';
import type { MenuClient } from './menuClient';
import { describeText, type Place, textOf } from './menuContent';
import { findText } from './menuState';
import { Problem, Waiting } from './menuStyles';
import { findOthers, type TypedText } from './typedText';
import { useMenuState } from './useMenu';
import { WordsField } from './WordsField';

const NOT_SAVED = 'Not saved yet: there is no connection. It is saved when the connection is back.';

const Fields = styled.div`
  display: grid;
  gap: 0.4rem;
  min-width: 0;
`;

const Choice = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
`;

/** Tells which words the site shows while others wait. */
function ShownWords({ words = '', shown = '' }: { words?: string | undefined; shown?: string | undefined }) {
  if (words === shown) return null;
  return (
    <Waiting>Not on the site yet: the site shows {shown === '' ? 'nothing here' : `“${shown}”`}.</Waiting>
  );
}

/** Tells which fields of the form the site shows in another way. */
function OtherChanges({ labels }: { labels: string[] }) {
  const names = new Intl.ListFormat('en').format(labels.map((label) => `“${label}”`));
  return <Waiting>Not on the site yet: the changes of {names}.</Waiting>;
}

/** Tells why words are not saved, and what somebody else wrote in the meantime. */
function WordsProblem({ typed, item }: { typed: TypedText; item: MenuItem }) {
  const { problem } = typed;
  if (!problem) return null;
  const others = findOthers(typed, item);
  return (
    <Problem>
      {problem.kind === 'lost' ? NOT_SAVED : problem.message}
      {others && ` Now it is “${describeText(others)}”.`}
    </Problem>
  );
}

interface ItemWordsProps {
  client: MenuClient;
  place: Place;
  item: MenuItem;
  limits: MenuList['limits'];
}

/** The name of an item and, of a dish, its description. */
export function ItemWords({ client, place, item, limits }: ItemWordsProps) {
  const { dispatch } = client;
  const { id } = place;
  const typed = useMenuState(client, (state) => findText(state, id));
  const isStating = useMenuState(client, ({ openDish }) => openDish === id);
  const { text = textOf(item), problem } = typed ?? {};
  const fields = useRef<HTMLDivElement>(null);
  const problemId = useId();
  useEffect(() => () => dispatch({ type: 'textLeft', id }), [dispatch, id]);
  const save = () => dispatch({ type: 'textLeft', id });
  const change = (part: Partial<ItemText>) => dispatch({ type: 'textTyped', place, part });
  const decide = (type: 'mineKept' | 'textDiscarded') => () => {
    dispatch({ type, id });
    // The buttons are not there any more.
    fields.current?.querySelector('textarea')?.focus();
  };
  const shared = { describedBy: problemId, isInvalid: problem !== undefined };
  return (
    <Fields ref={fields} onBlur={save}>
      <WordsField
        {...shared}
        label={`Name of ${item.name}`}
        isName
        value={text.name}
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
            value={text.description ?? ''}
            maxLength={limits.description}
            onChange={(description) => change({ description })}
          />
          {item.shown && <ShownWords words={item.description} shown={item.shown.description} />}
        </>
      )}
      {/* It would move the panel below it away under the finger. */}
      {item.otherChanges && !isStating && <OtherChanges labels={item.otherChanges} />}
      <div id={problemId} role="alert">
        {typed && <WordsProblem typed={typed} item={item} />}
      </div>
      {problem?.kind === 'conflict' && (
        <Choice>
          <Button type="button" onClick={decide('mineKept')}>
            Keep mine
          </Button>
          <Button type="button" onClick={decide('textDiscarded')}>
            Take these
          </Button>
        </Choice>
      )}
    </Fields>
  );
}
