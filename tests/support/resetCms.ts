import { beforeEach } from 'vitest';
import { cms } from './cms.ts';

beforeEach(() => cms.reset());
