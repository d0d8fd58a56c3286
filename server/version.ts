import { readFileSync } from 'node:fs'
import { assetPath } from './assets.ts'

/** The version of this program. */
export const VERSION = (JSON.parse(readFileSync(assetPath('package.json'), 'utf8')) as { version: string })
  .version
