import { createServer } from 'node:net'
import { join } from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import type { RunningServer } from '#server/main.ts'
import { signInOn } from '#test/support/signed-in.ts'
import { listCompanies } from '#server/accounts/index.ts'
import { median, type Section } from './measure.ts'
import { inTemporary, serverAt } from './place.ts'

const SCORE_MIN = 98
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]
const PAGES = { 'Profit and loss': 'profitAndLoss/transaction', Import: 'import' }

interface Audited {
  page: string
  scores: Record<Category, number>
  /** What cost points, by the name of the audit. */
  faults: string[]
}

/** The built pages of the demo company, as Lighthouse judges them with its desktop profile. */
export function pageQuality({ small }: { small: boolean }): Promise<Section[]> {
  return inTemporary(async (directory) => {
    const server = await serverAt(join(directory, 'data'), { SEXTANT_DEMO: 'on' })
    try {
      await server.demoImported
      const [company] = await listCompanies(server.installation.services.accounts)
      const audited: Audited[] = []
      for (const [page, path] of Object.entries(PAGES)) {
        audited.push(await audit(server, page, `/${company!.id}/${path}`, small ? 1 : 3))
      }
      return [sectionOf(audited)]
    } finally {
      await server.close()
    }
  })
}

async function audit(server: RunningServer, page: string, path: string, runs: number): Promise<Audited> {
  const found: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] }
  const faults = new Set<string>()
  for (let run = 0; run < runs; run++) {
    // A browser of its own for each run: nothing is warm but the session.
    const port = await freePort()
    const browser = await chromium.launchPersistentContext('', {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
    })
    try {
      const tab = await browser.newPage()
      await signInOn(tab, server, server.demoAccount!)
      await (await browser.newCDPSession(tab)).send('Network.clearBrowserCache')
      const result = await lighthouse(
        `${server.address}${path}`,
        {
          port,
          output: 'json',
          logLevel: 'error',
          onlyCategories: [...CATEGORIES],
          // The session is in there.
          disableStorageReset: true,
        },
        desktopConfig,
      )
      if (!result) throw new Error(`Lighthouse has nothing to say of ${page}.`)
      const { categories, audits } = result.lhr
      for (const name of CATEGORIES) {
        const category = categories[name]!
        found[name].push(Math.round((category.score ?? 0) * 100))
        for (const { id, weight } of category.auditRefs) {
          const one = audits[id]
          if (weight > 0 && one && one.score !== null && one.score < 0.9)
            faults.add(`${one.title}${one.displayValue ? ` (${one.displayValue})` : ''}`)
        }
      }
    } finally {
      await browser.close()
    }
  }
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, median(found[name])]))
  return { page, scores: scores as Record<Category, number>, faults: [...faults] }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const sectionOf = (audited: readonly Audited[]): Section => ({
  title: 'Pages',
  text: [
    'The built pages of the demo company in Chromium, judged by Lighthouse with its desktop profile.',
    ...audited.flatMap(({ page, faults }) =>
      faults.length > 0 ? [`What costs ${page} points: ${faults.join('; ')}.`] : [],
    ),
  ],
  table: [
    ['page', ...CATEGORIES],
    ...audited.map(({ page, scores }) => [page, ...CATEGORIES.map((name) => String(scores[name]))]),
  ],
  aims: audited.map(({ page, scores }) => {
    const worst = Math.min(...Object.values(scores))
    return {
      what: `${page}, its lowest score`,
      wanted: `at least ${SCORE_MIN}`,
      found: String(worst),
      met: worst >= SCORE_MIN,
    }
  }),
})
