import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from '#identity/index.ts'

export type { Mail, Mailer }

/*
 * Where no mail server is set, mails lie in a directory: `<time>-<random>.eml` as it would have been sent, and the same
 * name with `.json` for machines. Names sort by age.
 */

export interface OutboxMail extends Omit<Mail, 'attachments'> {
  at: string
}

/** Older ones are removed. */
const MAILS_MAX = 500

export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox')

export function outboxMailer(directory: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  let last = Promise.resolve()
  const write = async (mail: Mail) => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const at = new Date().toISOString()
    const name = join(directory, `${at.replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`)
    const { code, attachments, ...said } = mail
    const { message } = await transport.sendMail({ from, ...said, attachments, date: new Date(at) })
    await writeFile(`${name}.eml`, message as Buffer, { mode: 0o600 })
    await writeFile(
      `${name}.part`,
      JSON.stringify({ at, ...said, ...(code !== undefined && { code }) } satisfies OutboxMail, null, 2),
      {
        mode: 0o600,
      },
    )
    await rename(`${name}.part`, `${name}.json`)
    await removeOld(directory)
  }
  return {
    // One after the other, so that the order of names is the order of sending.
    send(mail) {
      const written = last.then(() => write(mail))
      last = written.catch(() => {})
      return written
    },
  }
}

const readMail = async (directory: string, name: string): Promise<OutboxMail> =>
  JSON.parse(await readFile(join(directory, name), 'utf8')) as OutboxMail

/** The newest mails first, each with the id that it keeps. */
export async function newestMails(
  directory: string,
  max: number,
): Promise<{ id: string; mail: OutboxMail }[]> {
  const names = (await namesIn(directory)).toReversed().slice(0, max)
  return Promise.all(
    names.map(async (name) => ({
      id: name.replace(/\.json$/, ''),
      mail: await readMail(directory, name),
    })),
  )
}

/** One mail, as long as it lies there. */
export async function mailOfId(directory: string, id: string): Promise<OutboxMail | undefined> {
  const name = (await namesIn(directory)).find((known) => known === `${id}.json`)
  return name === undefined ? undefined : readMail(directory, name)
}

/** The newest mail to an address, if there is one. */
export async function newestMail(directory: string, address: string): Promise<OutboxMail | undefined> {
  for (const name of (await namesIn(directory)).toReversed()) {
    const mail = await readMail(directory, name)
    if (mail.to.toLowerCase() === address.trim().toLowerCase()) return mail
  }
  return undefined
}

async function removeOld(directory: string): Promise<void> {
  const names = await namesIn(directory)
  for (const name of names.slice(0, Math.max(names.length - MAILS_MAX, 0))) {
    await rm(join(directory, name), { force: true })
    await rm(join(directory, name.replace(/json$/, 'eml')), { force: true })
  }
}

async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith('.json')).sort()
}
