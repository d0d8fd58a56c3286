const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const found = (signs: typeof BROWSERS, text: string) => signs.find(([sign]) => sign.test(text))?.[1]

/** `Firefox on Windows`, out of what a browser says of itself; a name that somebody chose stays as it is. */
export function deviceText(name: string | undefined): string {
  if (!name) return 'Unnamed device'
  const [browser, system] = [found(BROWSERS, name), found(SYSTEMS, name)]
  if (!browser || !name.startsWith('Mozilla/')) return name
  return system ? `${browser} on ${system}` : browser
}
