import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { Button } from '../components/styles';
import type { Place } from './changes';
import { describeText, type Item, type List, textOf } from './menuContent';
import type { MenuProblem, MenuStore, Unsaved } from './menuStore';
import { Problem, Waiting } from './menuStyles';
import { TypedWords } from './typedWords';
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
function WordsProblem({ problem, typed }: { problem: MenuProblem; typed: TypedWords }) {
  const others = typed.findOthers();
  return (
    <Problem>
      {problem.kind === 'lost' ? NOT_SAVED : problem.message}
      {others && ` Now it is “${describeText(others)}”.`}
    </Problem>
  );
}

/** Returns the words of an item that the owner types, which are saved when their fields are closed. */
function useTypedWords(store: MenuStore, place: Place): TypedWords {
  const [typed] = useState(() => {
    const isSame = (words: Unsaved): words is TypedWords =>
      words instanceof TypedWords && words.place.key === place.key;
    return store.findUnsaved(isSame) ?? new TypedWords(store, place);
  });
  useEffect(() => () => void typed.save(), [typed]);
  return typed;
}

interface ItemWordsProps {
  store: MenuStore;
  place: Place;
  item: Item;
  limits: List['limits'];
}

/** The name and the description of a dish, or the name of a drink. */
export function ItemWords({ store, place, item, limits }: ItemWordsProps) {
  const typed = useTypedWords(store, place);
  const { words = textOf(item), problem } = useSyncExternalStore(typed.subscribe, typed.getState);
  const fields = useRef<HTMLDivElement>(null);
  const id = useId();
  const decide = (keepsMine: boolean) => () => {
    if (keepsMine) typed.keepMine();
    else typed.discard();
    // The buttons are not there any more.
    fields.current?.querySelector('textarea')?.focus();
  };
  const shared = { describedBy: id, isInvalid: problem !== undefined };
  return (
    <Fields ref={fields} onBlur={typed.save}>
      <WordsField
        {...shared}
        label={`Name of ${item.name}`}
        isName
        value={words.name}
        maxLength={limits.name}
        onChange={(name) => typed.change({ name })}
        onEnter={typed.save}
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
            onChange={(description) => typed.change({ description })}
          />
          {item.shown && <ShownWords words={item.description} shown={item.shown.description} />}
        </>
      )}
      {item.otherChanges && <OtherChanges labels={item.otherChanges} />}
      <div id={id} role="alert">
        {problem && <WordsProblem problem={problem} typed={typed} />}
      </div>
      {problem?.kind === 'conflict' && (
        <Choice>
          <Button type="button" onClick={decide(true)}>
            Keep mine
          </Button>
          <Button type="button" onClick={decide(false)}>
            Take these
          </Button>
        </Choice>
      )}
    </Fields>
  );
}
