/** Beyond so many the senders that were counted first are forgotten. */
const SENDERS_MAX = 10_000

/** Lets so many of each sender through per window and counts the rest; the clock is passed in. */
export function rateLimit({ perWindow, windowMs }: { perWindow: number; windowMs: number }) {
  const windows = new Map<string, { start: number; passed: number }>()
  return (sender: string, now: Date): boolean => {
    let window = windows.get(sender)
    if (!window || now.getTime() - window.start >= windowMs) {
      window = { start: now.getTime(), passed: 0 }
      windows.delete(sender)
      windows.set(sender, window)
      if (windows.size > SENDERS_MAX) windows.delete(windows.keys().next().value!)
    }
    window.passed += 1
    return window.passed <= perWindow
  }
}
