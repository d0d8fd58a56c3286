/** The screens of sign-in as a person uses them, on one page. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newestMail, outboxOf } from '#server/mail/outbox.ts'

export const PASSWORD = 'Sextant-7-Walks!'

export class SignInScreens {
  readonly page: Page
  readonly #address: string
  readonly #dataDir: string

  constructor(page: Page, { address, dataDir }: { address: string; dataDir: string }) {
    this.page = page
    this.#address = address
    this.#dataDir = dataDir
  }

  url = (path: string): string => this.#address + path
  open = (path: string) => this.page.goto(this.url(path))
  /** Waits until a screen is reached. */
  at = (path: string) => this.page.waitForURL((address) => address.pathname === path)
  field = (name: string) => this.page.locator(`main [name=${name}]:not([hidden])`)
  press = (name: string) => this.page.getByRole('button', { name, exact: true }).click()
  says = (text: string) => this.page.getByText(text, { exact: true }).first().waitFor()

  async fill(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.field(name).fill(value)
  }

  /** Sends a form and waits for what the pool's refusal makes of it. */
  async pressAndHear(button: string, text: string): Promise<void> {
    await this.press(button)
    await expect.poll(() => this.page.getByRole('alert').allInnerTexts(), { timeout: 20_000 }).toEqual([text])
  }

  /** Types into a field what is then sent by itself, and waits for what the refusal makes of it. */
  async fillAndHear(name: string, value: string, text: string): Promise<void> {
    await this.field(name).fill(value)
    await expect.poll(() => this.page.getByRole('alert').allInnerTexts(), { timeout: 20_000 }).toEqual([text])
  }

  async register(email: string): Promise<void> {
    await this.open('/auth/register')
    await this.fill({ email, password: PASSWORD })
    await this.page.getByRole('checkbox').check({ force: true })
    await this.press('Sign up')
    await this.at('/auth/emailVerification')
  }

  /** Signs up and verifies; ends at the log-in. */
  async signUp(email: string): Promise<void> {
    await this.register(email)
    // Its last digit sends it.
    await this.field('verificationCode').fill(await this.mailedCode(email))
    await this.at('/auth/verificationSuccessful')
    await this.press('Continue')
    await this.at('/auth/logIn')
  }

  async logIn(email: string, password = PASSWORD): Promise<void> {
    await this.fill({ email, password })
    await this.page.keyboard.press('Enter')
  }

  /** Opens a screen that needs to know whose code is waited for. */
  async openPending(path: string, email: string): Promise<void> {
    await this.open('/auth/logIn')
    await this.page.evaluate(`sessionStorage.setItem('sextant.pending-email', ${JSON.stringify(email)})`)
    await this.open(path)
    await this.page.getByRole('heading', { level: 1 }).waitFor()
  }

  /** The code of the newest mail, once there is one that differs from an older. */
  async mailedCode(email: string, older?: string): Promise<string> {
    const newest = async () => (await newestMail(outboxOf(this.#dataDir), email))?.code
    await expect.poll(newest, { timeout: 10_000 }).not.toBeOneOf([undefined, older])
    return (await newest())!
  }

  /** Answers an operation of the pool in its place, until that is undone. */
  async answer(operation: string, status: number, json: object): Promise<() => Promise<void>> {
    const handler = (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
      route.request().headers()['x-amz-target']?.endsWith(`.${operation}`)
        ? route.fulfill({ status, json })
        : route.fallback()
    await this.page.route('**/identity/', handler)
    return () => this.page.unroute('**/identity/', handler)
  }

  /** Lets the pool refuse an operation as a pool does. */
  refuse = (operation: string, name: string, message: string) =>
    this.answer(operation, 400, { __type: name, message })
}
