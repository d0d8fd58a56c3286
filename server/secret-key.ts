import { createHmac, randomBytes } from 'node:crypto'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { SECRET_BYTES, secretBytes } from './settings.ts'

export const SECRET_FILE = 'secret.key'

/**
 * The installation's secret: the environment's, else the one in the data directory, which is made at the first start.
 * What is encrypted with it, sign-in among it, is lost without it.
 */
export async function secretKeyOf(dataDir: string, fromEnvironment: string | undefined): Promise<Buffer> {
  if (fromEnvironment !== undefined) return keyFrom(fromEnvironment, 'SEXTANT_SECRET_KEY')
  const file = join(dataDir, SECRET_FILE)
  try {
    await writeFile(file, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return keyFrom((await readFile(file, 'utf8')).trim(), file)
}

export const formerKeys = (texts: readonly string[]): Buffer[] =>
  texts.map((text) => keyFrom(text, 'SEXTANT_SECRET_KEY_FORMER'))

/** Tells secrets apart without saying anything of them. */
export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('fingerprint of the secret').digest('hex').slice(0, 16)

/** Puts a secret in the place of the one in the data directory. */
export async function putSecretKey(dataDir: string, text: string): Promise<void> {
  const file = join(dataDir, SECRET_FILE)
  keyFrom(text.trim(), file)
  const part = await open(`${file}.part`, 'w', 0o600)
  try {
    await part.writeFile(`${text.trim()}\n`)
    await part.sync()
  } finally {
    await part.close()
  }
  await rename(`${file}.part`, file)
}

export function keyFrom(text: string, where: string): Buffer {
  const key = secretBytes(text)
  if (key.length < SECRET_BYTES) {
    throw new ConfigError(
      `${where} is too short: it needs ${SECRET_BYTES} random bytes, as from "openssl rand -hex ${SECRET_BYTES}".`,
    )
  }
  return key
}
