/** What differs between npm and containers. */
export interface Place {
  backupCommand: string;
  /** Starts the process that makes the off-site backups. */
  offsiteCommand: string;
  /** What precedes a shell command that must run where the data is. */
  shellPrefix: string;
  /** The path of the file with the settings, which may not exist; `undefined` where it is not among the files of this place. */
  settingsFile?: string;
}

/** One sentence for each thing that needs attention; `undefined` if the check can't be made here. */
export type Findings = string[] | undefined;
