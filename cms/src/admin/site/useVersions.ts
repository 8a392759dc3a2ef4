import { useState } from 'react';
import { toRequest, type VersionCommand } from '../../shared/requests/changeCommands';
import type { RestoreAnswer, Version, VersionKind, VersionSummary } from '../../site/version';
import { type Result, usePress } from '../components/usePress';
import { explainFailure } from '../requests/explainFailure';
import { load } from '../requests/sendRequest';
import { useSendChange } from '../requests/useSendChange';
import { useAdminQuery } from '../strapi/requests';

const NOT_LOADED = 'The earlier versions did not arrive. Check the connection, then load this page again.';
const DONE: Record<VersionKind, string> = {
  publish: 'Done: the site shows this version.',
  unpublish: 'Done: it is back.',
  delete: 'Done: it is back.',
  undoFirst: 'Done: it is back.',
  order: 'Done: this order is back.',
  menu: 'Done: the site shows all of this again.',
};

/** Says that the present values of some fields stay, by their labels. */
export const describeStay = (labels: string): string => `Stays as it is now: ${labels}.`;

/** The versions that a path of the server answers with, newest first, and what can be done with them. */
export function useVersions(path: string) {
  // Not from the cache, which lacks what was published since.
  const {
    data: versions,
    error,
    refetch,
  } = useAdminQuery(path, () => load<VersionSummary[]>(path), { cacheTime: 0, retry: false });
  /** The version that was brought back last. */
  const [pressed, setPressed] = useState<VersionSummary>();
  const { result, setResult, press } = usePress();
  const sendChange = useSendChange();

  const change = (send: () => Promise<Result>) =>
    press(async () => {
      try {
        return await send();
      } finally {
        void refetch({ cancelRefetch: true });
      }
    });

  const bringBack = (version: VersionSummary) =>
    change(async () => {
      if (version.id !== pressed?.id) setResult(undefined);
      setPressed(version);
      const { lost } = await load<Version>(`/versions/${version.id}`);
      const { undo: commands, change } = await sendChange<RestoreAnswer>(
        toRequest({ type: 'bringBack', version: version.id }),
      );
      // A deleted dish comes back as it was, so the site may not show it.
      const unchanged = version.kind === 'delete' ? 'It is back already.' : 'The site shows this already.';
      const text = commands.length > 0 ? DONE[version.kind] : unchanged;
      const changed = version.kind === 'publish' && change && `Changed: ${change}.`;
      const stay = version.stays && describeStay(version.stays);
      return {
        text: [text, changed, stay, ...lost].filter(Boolean).join(' '),
        undo: commands.length > 0 ? () => void undo(commands) : undefined,
      };
    });

  const undo = (commands: VersionCommand[]) =>
    change(async () => {
      for (const command of commands) await sendChange(toRequest(command));
      return { text: 'Done: the site is as it was before.' };
    });

  // The menu's list no longer has a deleted dish that came back, but its row has the button that undoes it.
  const isListed = !pressed || versions?.some(({ id }) => id === pressed.id);
  const shown = isListed ? versions : [...(versions ?? []), pressed].sort((a, b) => b.id - a.id);
  const problem = error ? explainFailure(error, NOT_LOADED) : '';
  return { versions: shown, problem, bringBack, pressed, result };
}
