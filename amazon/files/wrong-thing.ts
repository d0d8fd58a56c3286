/** Text that people hand in for a report, because a download gave it to them in place of one. */

/** What a text is that is no report, and what to do; undefined for one of which nothing is known. */
export function wrongThing(text: string): string | undefined {
  const start = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .slice(0, 4_096)
  if (/^(<\?xml[^>]*>\s*)?<Error\b/i.test(start)) {
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(start)?.[1]
    return `This file is an error message${code ? ` (${code})` : ''} that came in place of the report: the address of a download is good for a few minutes only. Download the report again.`
  }
  if (/<AmazonEnvelope\b/.test(start))
    return 'This is an XML file of Amazon. Download the same settlement as flat file V2 instead: Payments → Reports repository, or All statements.'
  if (/^(<!--|<!doctype html|<html\b)/i.test(start))
    return 'This file is a web page, mostly the sign-in page that came in place of the report. Sign in to Seller Central and download the report again.'
  if ((/^.*/.exec(start)?.[0].match(/\|/g) ?? []).length >= 5)
    return 'The columns of this file are separated by "|". Save it with commas, semicolons or tabs between them.'
  if (/^<\?xml\b/i.test(start)) return 'This file is XML. Download the report as text or CSV.'
  return undefined
}
