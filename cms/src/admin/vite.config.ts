import type { UserConfig } from 'vite';

/**
 * Changes the build of the admin so that two builds give equal files. By default, the CommonJS plugin decides by the order in
 * which it happens to read the packages which of them it wraps in functions (https://github.com/rollup/plugins/issues/1425).
 */
export default function configureVite(config: UserConfig): UserConfig {
  const { build } = config;
  return {
    ...config,
    build: { ...build, commonjsOptions: { ...build?.commonjsOptions, strictRequires: true } },
  };
}
