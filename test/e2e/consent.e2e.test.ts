/** From Connect to the statement, at the pretend Amazon of the demo: two regions of one seller, each with its advertising. */
import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, endOfMonth, startOfMonth } from '#contract/date-range.ts'
import { createCompany } from '#server/accounts/index.ts'
import { configFrom, startServer, type RunningServer } from '#server/main.ts'
import { WINDOWS } from '#test/support/browser.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'

let story: Story
let server: RunningServer
let page: Page
let companyId: string

beforeAll(async () => {
  // Where a company is that is not the demo's, no other is made, and the pretend Amazon answers all the same.
  story = await startStory({})
  companyId = (await createCompany(story.server.installation.services.accounts, { name: 'Two regions' })).id
  await story.server.close()
  server = await startServer(
    configFrom({
      SEXTANT_DATA_DIR: story.dataDir,
      SEXTANT_RATES_URL: 'off',
      SEXTANT_PORT: '0',
      SEXTANT_DEMO: 'on',
      SEXTANT_AMAZON_SANDBOX_PORT: '0',
    }),
    (message, error) => void story.log.push(error instanceof Error ? `${message} ${error.message}` : message),
  )
  page = await story.browser.newPage({
    viewport: WINDOWS.wide,
    storageState: await signIn(story.browser, server, await accountOf(server, [companyId])),
  })
  page.on('pageerror', (error) => void story.log.push(error.message))
})
afterAll(async () => {
  await story.browser.close()
  await server.close()
  await rm(story.directory, { recursive: true, force: true, maxRetries: 5 })
  expect(story.log).toEqual([])
})

const cardOf = (provider: string, region: string) =>
  page
    .getByRole('region', { name: provider, exact: true })
    .getByRole('article', { name: region, exact: true })

async function connect(provider: string, region: string): Promise<void> {
  await page.goto(`${server.address}/${companyId}/connections`)
  await cardOf(provider, region).getByRole('button', { name: 'Connect', exact: true }).click()
  if (provider === 'Seller Central') await page.getByRole('button', { name: 'Continue to Amazon' }).click()
  await page.locator('input[name=seller][value=northfold]').check()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/\/connections$/)
  await cardOf(provider, region).getByText('Connected', { exact: true }).waitFor()
}

test('who consents in two regions, and chooses profiles, sees the statement of the last month soon', async () => {
  await connect('Seller Central', 'Europe')
  await connect('Seller Central', 'North America')
  for (const region of ['Europe', 'North America']) {
    await connect('Amazon Advertising', region)
    const dialog = page.getByRole('dialog', { name: `Advertising profiles in ${region}` })
    await dialog.getByRole('checkbox').first().waitFor()
    for (const box of await dialog.getByRole('checkbox').all()) {
      await box.focus()
      await page.keyboard.press('Space')
    }
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.getByRole('table', { name: 'What has been read' }).waitFor()

  const last = startOfMonth(addMonths(new Date().toISOString().slice(0, 10), -1))
  const statement = `${server.address}/${companyId}/profitAndLoss/transaction?startDate=${last}&endDate=${endOfMonth(last)}&currencyCode=EUR`
  // How long a page takes to appear beside a first import is the machine's affair.
  const sales = page.getByRole('row', { name: /^Net sales.*\d,\d{3}/ }).first()
  const isThere = async () => {
    await page.goto(statement)
    await sales.waitFor({ timeout: 20_000 })
  }
  await expect.poll(isThere, { timeout: 400_000, interval: 3_000 }).toBeUndefined()
}, 600_000)
