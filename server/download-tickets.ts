import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface Download {
  companyId: string
  /** Which of its files, in words that its address is read by. */
  file: string
}

/** On whose behalf a download is made: the id of a user, or nothing for the operator. */
export interface TicketHolder {
  userId: string | undefined
  /** Whether they asked for it as an administrator of the platform. */
  isPlatformAdmin?: boolean
}

const LIFE_MS = 60_000

/**
 * A link cannot carry a token, and an address with one in it would stay in histories. So whoever may download something
 * gets a ticket for it, which says for a minute who asks. It is signed and kept nowhere, so that every process of an
 * installation knows it; what its holder may see is looked up when it comes back.
 */
export class DownloadTickets {
  readonly #key: Buffer

  constructor(secretKey: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', 'download tickets', 32))
  }

  issue(download: Download, { userId = '', isPlatformAdmin }: TicketHolder, now: Date): string {
    const said = `${now.getTime() + LIFE_MS}.${userId}.${isPlatformAdmin ? 'admin' : ''}`
    return `${said}.${this.#signature(said, download).toString('base64url')}`
  }

  /** Who asks for exactly the download that the ticket was issued for; undefined where it is too old or not ours. */
  holder(ticket: string, download: Download, now: Date): TicketHolder | undefined {
    const [, said = '', endsAt = '', userId = '', as = '', signature = ''] =
      /^((\d{1,15})\.([\w-]*)\.(admin)?)\.([\w-]+)$/.exec(ticket) ?? []
    const given = Buffer.from(signature, 'base64url')
    const right = this.#signature(said, download)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    if (Number(endsAt) <= now.getTime()) return undefined
    return { userId: userId || undefined, isPlatformAdmin: as !== '' }
  }

  #signature(said: string, { companyId, file }: Download): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([companyId, file, said]))
      .digest()
  }
}
