import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { build, preview } from 'vite'
import { launchOwnBrowser, WINDOWS } from '#test/support/browser.ts'
import { median, quantile, type Section } from './measure.ts'

const PAGE = fileURLToPath(new URL('../../web/table/measured', import.meta.url))
const FRAMES_MIN = 50
const FIRST_PAINT_MS_MAX = 300
const PAINTS = 7
const TYPING = 'Typing and deleting a search'

/** The table of 10,000 rows and 40 columns in the browser: its first picture, scrolling, and a search box over it. */
export async function tableSpeed({ small }: { small: boolean }): Promise<Section[]> {
  const outDir = await mkdtemp(join(tmpdir(), 'sextant-table-'))
  const shared = { configFile: false, root: PAGE, logLevel: 'error' } as const
  await build({ ...shared, build: { outDir, emptyOutDir: true } })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await launchOwnBrowser()
  try {
    const address = server.resolvedUrls!.local[0]!
    const paints: number[] = []
    let page: Page | undefined
    for (let i = 0; i < (small ? 3 : PAINTS); i++) {
      await page?.close()
      page = await browser.newPage({ viewport: WINDOWS.wide })
      await page.goto(address)
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      paints.push(await page.evaluate<number>('showTable()'))
    }
    const box = await page!.getByRole('grid').boundingBox()
    const [x, y] = [box!.x + 600, box!.y + 300]
    const devtools = await page!.context().newCDPSession(page!)
    const scroll = (distance: { xDistance?: number; yDistance?: number }, speed: number) => () =>
      devtools.send('Input.synthesizeScrollGesture', {
        x,
        y,
        ...distance,
        speed,
        gestureSourceType: 'mouse',
        preventFling: true,
      })
    const found: [string, Frames][] = []
    const take = async (what: string, act: () => Promise<unknown>) => {
      found.push([what, await framesOf(page!, devtools, act)])
    }
    await take('Scrolling down, 1,500 px/s', scroll({ yDistance: -4_500 }, 1_500))
    await take('Scrolling down, 6,000 px/s', scroll({ yDistance: -18_000 }, 6_000))
    await take('Scrolling right, 800 px/s', scroll({ xDistance: -1_600 }, 800))
    await take('Scrolling left, 1,500 px/s', scroll({ xDistance: 1_600 }, 1_500))
    await page!.getByRole('textbox').focus()
    await take(TYPING, async () => {
      await page!.keyboard.type('SKU-10', { delay: 120 })
      for (let i = 0; i < 6; i++) await page!.keyboard.press('Backspace', { delay: 120 })
    })

    const firstPaint = median(paints)
    return [
      {
        title: 'Table of 10,000 rows and 40 columns in the browser',
        text: [
          `Built for production, Chromium ${browser.version()} without a graphics card, window 1440 × 900. Pictures per second are the browser's own count from its tracing; it draws none where nothing changes. Frames of the page are those in which its scripts could answer, and processor time is what a frame takes of the page's thread, however busy the machine is: 20 ms would be 50 frames. First picture, from having the data: ${firstPaint.toFixed(0)} ms (median of ${paints.length}).`,
        ],
        table: [
          ['', 'pictures/s', 'page frames/s', 'processor ms/frame', '95 % ms', 'longest ms'],
          ...found.map(([what, { pictures, frames, processorMs, gaps }]) => [
            what,
            pictures.toFixed(1),
            frames.toFixed(1),
            processorMs.toFixed(1),
            quantile(gaps, 0.95).toFixed(1),
            Math.max(...gaps).toFixed(1),
          ]),
        ],
        aims: [
          {
            what: 'first picture after data',
            wanted: `at most ${FIRST_PAINT_MS_MAX} ms`,
            found: `${firstPaint.toFixed(0)} ms`,
            met: firstPaint <= FIRST_PAINT_MS_MAX,
          },
          ...found.map(([what, { pictures, frames }]) => {
            const perSecond = what === TYPING ? frames : Math.min(pictures, frames)
            return {
              what: what.toLowerCase(),
              wanted: `at least ${FRAMES_MIN} a second`,
              found: perSecond.toFixed(1),
              met: perSecond >= FRAMES_MIN,
            }
          }),
        ],
      },
    ]
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

interface Frames {
  /** Drawn by the compositor, per second. */
  pictures: number
  /** Begun by the page, per second. */
  frames: number
  /** Of the page's thread, per frame. */
  processorMs: number
  /** Milliseconds between frames of the page. */
  gaps: number[]
}

interface TraceEvent {
  name: string
  ts: number
  /** Processor time, in microseconds. */
  tdur?: number
  pid: number
  tid: number
}

async function framesOf(page: Page, devtools: CDPSession, act: () => Promise<unknown>): Promise<Frames> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'disabled-by-default-devtools.timeline.frame',
      ],
    },
  })
  await page.evaluate(`
    window.frameTimes = []
    window.isWatching = true
    const note = (time) => {
      window.frameTimes.push(time)
      if (window.isWatching) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  `)
  await act()
  const times = await page.evaluate<number[]>('window.isWatching = false, window.frameTimes')
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  devtools.off('Tracing.dataCollected', collect)

  const drawn = events.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts)
  const thread = events.find(({ name }) => name === 'FireAnimationFrame')
  const busy = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === thread?.pid && tid === thread.tid)
    .reduce((sum, { tdur = 0 }) => sum + tdur, 0)
  const seconds = (Math.max(...drawn) - Math.min(...drawn)) / 1e6
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  return {
    pictures: (drawn.length - 1) / seconds,
    frames: (1_000 * gaps.length) / (times.at(-1)! - times[0]!),
    processorMs: busy / 1_000 / gaps.length,
    gaps,
  }
}
