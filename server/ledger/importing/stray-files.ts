import {
  clearedCompanies,
  getCompany,
  keptContents,
  listCompanies,
  refuseStray,
  tombstoneOf,
  type Company,
} from '#server/accounts/index.ts'
import { inTurns } from '#server/in-turns.ts'
import type { Services } from '#server/ledger/services.ts'
import { whileNobodyKeeps } from './file-lock.ts'

const DAY_MS = 24 * 3_600_000
/** Companies at one look, which others wait for, and files of one. */
const COMPANIES_MAX = 5
const FILES_MAX = 20

const PROBLEM = {
  code: 'NO_IMPORT',
  text: 'This file was stored, and no import of it was queued. Nothing of it counts. Download it to see what it is, and upload it again if it is needed: it is deleted after a week.',
}

/**
 * Finds raw files that no import needs: a process ended between a file and its row, or between a row and the end of its
 * file, or the database was away just then. Each becomes a refused import, which counts among what is stored and goes after
 * a week. Nothing is deleted at sight, since it may be the accounts that have lost a row: they can be restored as they were
 * before a file came. Only what a deleted company has left goes at once.
 */
export class StrayFiles {
  readonly #services: Pick<Services, 'accounts' | 'files' | 'now'>
  readonly #log: (message: string, error?: unknown) => void
  #begunAt = -Infinity
  /** Companies that are still to be looked at today. */
  #left: string[] = []

  constructor(
    services: Pick<Services, 'accounts' | 'files' | 'now'>,
    log: (message: string, error?: unknown) => void,
  ) {
    this.#services = services
    this.#log = log
  }

  /** Looks at some of the companies, at each once a day. */
  async look(stopped?: AbortSignal): Promise<void> {
    const { accounts, now } = this.#services
    if (this.#left.length === 0 && +now() - this.#begunAt >= DAY_MS) {
      const present = await listCompanies(accounts)
      this.#left = [...present.map(({ id }) => id), ...(await clearedCompanies(accounts))]
      this.#begunAt = +now()
    }
    await inTurns(this.#left.splice(0, COMPANIES_MAX), stopped, (companyId) =>
      this.#lookAt(companyId, stopped).catch((error: unknown) => {
        stopped?.throwIfAborted()
        this.#log(`The raw files of company ${companyId} could not be looked through.`, error)
      }),
    )
  }

  async #lookAt(companyId: string, stopped: AbortSignal | undefined): Promise<void> {
    const { accounts, files } = this.#services
    if (await tombstoneOf(accounts, companyId)) return files.delete(companyId)
    const company = await getCompany(accounts, companyId)
    if (!company) return
    const stored = await files.list(companyId)
    const kept = await keptContents(accounts, company)
    const strays = stored.filter((hash) => !kept.has(hash)).slice(0, FILES_MAX)
    await inTurns(strays, stopped, (fileSha256) =>
      this.#refuse(company, fileSha256, stopped).catch((error: unknown) => {
        stopped?.throwIfAborted()
        this.#log(`The raw file ${fileSha256} of company ${companyId} belongs to no import.`, error)
      }),
    )
  }

  async #refuse(company: Company, fileSha256: string, stopped: AbortSignal | undefined): Promise<void> {
    const { accounts, files, now } = this.#services
    let fileBytes = 0
    for await (const chunk of await files.open(company.id, fileSha256)) {
      stopped?.throwIfAborted()
      fileBytes += (chunk as Buffer).length
    }
    const fileName = `file ${fileSha256.slice(0, 12)}`
    await whileNobodyKeeps(accounts, { companyId: company.id, fileSha256 }, async () => {
      if (!(await files.has(company.id, fileSha256))) return
      await refuseStray(accounts, company, { fileName, fileSha256, fileBytes, problem: PROBLEM }, now())
    })
  }
}
