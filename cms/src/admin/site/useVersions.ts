import { useRef, useState } from 'react';
import { toRequest, type VersionCommand } from '../../shared/requests/changeCommands';
import type { RestoreAnswer, Version, VersionKind, VersionSummary } from '../../site/version';
import { explainFailure } from '../requests/explainFailure';
import { openPage } from '../requests/openPage';
import { load, sendRequest } from '../requests/sendRequest';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
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

/** What came of the latest press on a button of a version. */
export interface VersionOutcome {
  version: VersionSummary;
  text: string;
  isProblem?: boolean;
  /** The commands that undo it. */
  undo?: VersionCommand[] | undefined;
}

/** The versions that a path of the server answers with, newest first, and what can be done with them. */
export function useVersions(path: string) {
  // Not from the cache, which lacks what was published since.
  const {
    data: versions,
    error,
    refetch,
  } = useAdminQuery(path, () => load<VersionSummary[]>(path), { cacheTime: 0, retry: false });
  const [outcome, setOutcome] = useState<VersionOutcome>();
  /** Whether a change is under way: a second press must not send it again. */
  const isBusy = useRef(false);
  const [forgetEntries] = useForgetEntriesMutation();

  /** Shows a problem. What can be undone stays so, because the owner is told to press the same button again. */
  const fail = (version: VersionSummary, text: string) =>
    setOutcome((previous) => ({
      version,
      text,
      isProblem: true,
      undo: previous?.version.id === version.id ? previous.undo : [],
    }));

  const change = async (version: VersionSummary, send: () => Promise<Omit<VersionOutcome, 'version'>>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      setOutcome({ version, ...(await send()) });
    } catch (error) {
      fail(version, explainFailure(error));
    }
    isBusy.current = false;
    // Also after a failure: the change can be published although its response is lost.
    void forgetEntries();
    void refetch({ cancelRefetch: true });
  };

  const bringBack = (version: VersionSummary) =>
    change(version, async () => {
      const { lost } = await load<Version>(`/versions/${version.id}`);
      const { undo, change } = await sendRequest<RestoreAnswer>(
        toRequest({ type: 'bringBack', version: version.id }),
      );
      // A deleted dish comes back as it was, so the site may not show it.
      const unchanged = version.kind === 'delete' ? 'It is back already.' : 'The site shows this already.';
      const text = undo.length > 0 ? DONE[version.kind] : unchanged;
      const changed = version.kind === 'publish' && change && `Changed: ${change}.`;
      const stay = version.stays && describeStay(version.stays);
      return { text: [text, changed, stay, ...lost].filter(Boolean).join(' '), undo };
    });

  const undo = (version: VersionSummary, commands: VersionCommand[]) =>
    change(version, async () => {
      for (const command of commands) await sendRequest(toRequest(command));
      return { text: 'Done: the site is as it was before.' };
    });

  /** Opens the real page with a version in a new tab. */
  const preview = async (version: VersionSummary) => {
    const problem = await openPage(`/versions/${version.id}/look`);
    if (problem) fail(version, problem);
  };

  // The menu's list no longer has a deleted dish that came back, but its row has the button that undoes it.
  const isListed = !outcome || versions?.some(({ id }) => id === outcome.version.id);
  const shown = isListed ? versions : [...(versions ?? []), outcome.version].sort((a, b) => b.id - a.id);
  const problem = error ? explainFailure(error, NOT_LOADED) : '';
  return { versions: shown, problem, outcome, bringBack, undo, preview };
}
