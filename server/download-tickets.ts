import { randomBytes } from 'node:crypto'

export interface Download {
  companyId: string
  importId: number
}

const LIFE_MS = 60_000
const TICKETS_MAX = 10_000

/**
 * A link cannot carry a token, and an address with one in it would stay in histories. So whoever may download something
 * gets a ticket for it, which is good for one download within a minute.
 */
export class DownloadTickets {
  readonly #tickets = new Map<string, Download & { endsAt: number }>()

  issue(download: Download, now: Date): string {
    for (const [ticket, { endsAt }] of this.#tickets)
      if (endsAt <= now.getTime() || this.#tickets.size >= TICKETS_MAX) this.#tickets.delete(ticket)
    const ticket = randomBytes(24).toString('base64url')
    this.#tickets.set(ticket, { ...download, endsAt: now.getTime() + LIFE_MS })
    return ticket
  }

  /** True once, for exactly the download that the ticket was issued for. */
  redeem(ticket: string, download: Download, now: Date): boolean {
    const issued = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    return (
      issued !== undefined &&
      issued.endsAt > now.getTime() &&
      issued.companyId === download.companyId &&
      issued.importId === download.importId
    )
  }
}
