import { FetchError, useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Undo, VersionKind, VersionSummary } from '../../versions/versions';
import { explainFailure } from '../explainFailure';
import { useForgetEntriesMutation } from '../forgetEntries';

const NOT_LOADED = 'The earlier versions did not arrive. Check the connection, then load this page again.';
const DONE: Record<VersionKind, string> = {
  publish: 'Done: the site shows this version.',
  unpublish: 'Done: it is back.',
  delete: 'Done: it is back.',
  order: 'Done: this order is back.',
};

/** What came of the latest press on *Bring back*, *Undo* or *Look*. */
export interface Outcome {
  versionId: number;
  text: string;
  isProblem: boolean;
  undo: Undo | null;
}

const describe = (versionId: number, text: string, undo: Undo | null = null): Outcome => ({
  versionId,
  text,
  isProblem: false,
  undo,
});

/** Loads the versions of a path of the server, and brings them back. */
export function useVersions(path: string) {
  const client = useFetchClient();
  const [versions, setVersions] = useState<VersionSummary[]>();
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  /** Whether a change is under way; a second press must not send it again. */
  const isBusy = useRef(false);
  const [forgetEntries] = useForgetEntriesMutation();

  const load = useCallback(async () => {
    try {
      const { data } = await client.get<VersionSummary[]>(path);
      setVersions(data);
      setProblem('');
    } catch (error) {
      setProblem(error instanceof FetchError ? explainFailure(error) : NOT_LOADED);
    }
  }, [client.get, path]);
  useEffect(() => void load(), [load]);

  const change = async (version: VersionSummary, send: () => Promise<Outcome>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      setOutcome(await send());
    } catch (error) {
      const text = explainFailure(error);
      setOutcome({ versionId: version.id, text, isProblem: true, undo: null });
    } finally {
      // A request that failed on its way can have been done.
      void forgetEntries(version.uid);
      await load();
      isBusy.current = false;
    }
  };

  const bringBack = (version: VersionSummary) =>
    change(version, async () => {
      const { data } = await client.post<{ undo: Undo | null }>(`/versions/${version.id}/bring-back`);
      return data.undo
        ? describe(version.id, DONE[version.kind], data.undo)
        : describe(version.id, 'Nothing to do: the site shows this already.');
    });

  const undo = (version: VersionSummary, { method, path: undoPath, body }: Undo) =>
    change(version, async () => {
      if (method === 'DELETE') await client.del(undoPath);
      else await client[method === 'PUT' ? 'put' : 'post'](undoPath, body);
      return describe(version.id, 'Done: the site is as it was before.');
    });

  /** Opens a version on the real page in a new tab. */
  const look = async (version: VersionSummary) => {
    // Browsers allow a new tab only at once after the press, so it opens before its address is known.
    const tab = window.open('about:blank', '_blank');
    if (!tab) return;
    // The page must not reach the admin.
    tab.opener = null;
    try {
      const { data } = await client.get<{ url: string }>(`/versions/${version.id}/look`);
      tab.location.replace(data.url);
    } catch (error) {
      tab.close();
      setOutcome({ versionId: version.id, text: explainFailure(error), isProblem: true, undo: null });
    }
  };

  return { versions, problem, outcome, bringBack, undo, look };
}
