import { readStored, writeStored } from '#web/stored.ts'
import { observable } from './observable.ts'

/** What a browser hands out that can install this page as an app (Web App Manifest, incubations). */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

const DISMISSED = 'install-dismissed'

/** The browser's offer, for as long as somebody may take it. */
const offer = observable<InstallPromptEvent | null>(null)

export const useInstallOffer = (): boolean => offer.use() !== null

/** Keeps the offer for a place of ours on the page; the browser would show it in a corner. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (!isDismissed()) offer.set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => offer.set(null))
}

/** The offer can be used once; the browser makes a new one if there is still something to offer. */
export function install(): void {
  const event = offer.get()
  offer.set(null)
  void event?.prompt()
}

/** Not again in this session. */
export function dismissInstallOffer(): void {
  offer.set(null)
  writeStored(DISMISSED, true, 'SESSION')
}

const isDismissed = (): boolean => readStored(DISMISSED, 'SESSION') !== null
