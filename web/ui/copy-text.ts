import { toast } from './toast.ts'

/** Puts a text on the clipboard and says so, or that the browser lets nobody: over HTTP it has none. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(`${what} copied.`, 'positive')
  } catch {
    toast(`${what} could not be copied: this browser does not allow it here.`, 'negative')
  }
}
