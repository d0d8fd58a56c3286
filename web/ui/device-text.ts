type Signs = readonly (readonly [sign: RegExp, name: string])[]

// Browsers name those they descend from beside themselves, so the narrower stands before the wider.
const BROWSERS: Signs = [
  [/\bEdgA?\/|\bMicrosoft Edge\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Google Chrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bChromium\//, 'Chromium'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: Signs = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bmacOS\b|\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b|\bChrome OS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const found = (signs: Signs, text: string) => signs.find(([sign]) => sign.test(text))?.[1]

/** `Firefox on Windows`, out of what a browser says of itself; a name that somebody chose stays as it is. */
export function deviceText(name: string | undefined): string {
  if (!name) return 'Unnamed device'
  const [browser, system] = [found(BROWSERS, name), found(SYSTEMS, name)]
  return browser && system ? `${browser} on ${system}` : name
}
