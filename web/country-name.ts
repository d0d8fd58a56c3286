const names = new Intl.DisplayNames('en-GB', { type: 'region' })

/** `Germany` for `DE`. */
export const countryName = (code: string): string => names.of(code) ?? code
