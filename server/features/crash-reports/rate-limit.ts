/** Lets so many through per window and counts the rest; the clock is passed in. */
export function rateLimit({ perWindow, windowMs }: { perWindow: number; windowMs: number }) {
  let windowStart = Number.NEGATIVE_INFINITY
  let passed = 0
  return (now: Date): boolean => {
    if (now.getTime() - windowStart >= windowMs) {
      windowStart = now.getTime()
      passed = 0
    }
    passed += 1
    return passed <= perWindow
  }
}
