import { setTimeout as delay } from 'node:timers/promises'

/** One mail, ready to go: whoever sends it adds nothing. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The code that the mail carries, apart, for an outbox that machines read. */
  code?: string
  /** Of the mail's head, as of a list that one may leave. */
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: Buffer }[]
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

export interface MailQueue {
  /** Sends later: a request never waits for a mail, so how long it takes says nothing about whether there was one. */
  post(mail: Mail): void
  /** Until everything is sent or given up. */
  drained(): Promise<void>
}

/** Begun once the answer is out, so that the work of sending is not in its time either. */
const AFTER_MS = 25
const PAUSES_MS = [500, 5_000, 30_000]

export function mailQueueTo(
  mailer: Mailer,
  log: (message: string, error?: unknown) => void,
  signal: AbortSignal,
): MailQueue {
  const under = new Set<Promise<void>>()
  const deliver = async (mail: Mail): Promise<void> => {
    for (const pause of [...PAUSES_MS, undefined]) {
      try {
        await mailer.send(mail)
        return
      } catch (error) {
        if (pause === undefined || signal.aborted) {
          log('A mail could not be sent.', error)
          return
        }
        await delay(pause, undefined, { signal }).catch(() => {})
      }
    }
  }
  return {
    post(mail) {
      const work: Promise<void> = delay(AFTER_MS, undefined, { signal })
        .catch(() => {})
        .then(() => deliver(mail))
        .finally(() => under.delete(work))
      under.add(work)
    },
    async drained() {
      while (under.size > 0) await Promise.all(under)
    },
  }
}
