import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const FILE = 'secret.key'
const BYTES = 32

/**
 * The installation's secret: the environment's, else the one in the data directory, which is made at the first start.
 * What is encrypted with it, sign-in among it, is lost without it.
 */
export async function secretKeyOf(dataDir: string, fromEnvironment: string | undefined): Promise<Buffer> {
  if (fromEnvironment !== undefined) return keyFrom(fromEnvironment, 'SEXTANT_SECRET_KEY')
  const file = join(dataDir, FILE)
  try {
    await writeFile(file, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return keyFrom((await readFile(file, 'utf8')).trim(), file)
}

function keyFrom(text: string, where: string): Buffer {
  const key = /^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length < BYTES) {
    throw new ConfigError(
      `${where} is too short: set ${BYTES} random bytes, as from "openssl rand -hex ${BYTES}".`,
    )
  }
  return key
}
