import type { Page } from 'playwright-core'

const TABS_MAX = 60

/** What the focused element is called: by its labels, by what names it, or by what it says. */
const FOCUSED_NAME = `(() => {
  const element = document.activeElement
  const named = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  const names = [element.getAttribute('aria-label'), ...named, ...[...(element.labels ?? [])].map((label) => label.textContent), element.textContent]
  return names.filter(Boolean).map((name) => name.trim()).join('\\n')
})()`

/** Presses Tab until an element has the focus that has the name, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab')
    const names = (await page.evaluate<string>(FOCUSED_NAME)).split('\n')
    if (names.some((one) => (typeof name === 'string' ? one === name : name.test(one)))) return
    passed.push(names[0] ?? '')
  }
  throw new Error(`Tab never leads to ${String(name)}, but to ${passed.join(', ')}`)
}

/** Goes to a button and presses it. */
export async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Goes to a field and fills it. */
export async function type(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}
