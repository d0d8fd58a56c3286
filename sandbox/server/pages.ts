/** The sandbox's own pages: everything in one file, and nothing that runs in the browser. */
import type { Answer } from './http.ts'

/** Text that is safe inside a page. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** @param body HTML whose texts are escaped already */
export const page = (status: number, title: string, body: string): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Without `form-action`: browsers hold it against the redirect that a form leads to, which is another origin's.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    // A browser that sends no referrer at all hides the origin of our own forms too.
    'referrer-policy': 'same-origin',
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Sandbox</title>
<style>${STYLE}</style>
</head>
<body>
<header><strong>Sandbox</strong> This is a pretend Amazon. Its sellers are invented, and nothing leaves this machine.</header>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`,
})

export const errorPage = (status: number, title: string, text: string): Answer =>
  page(status, title, `<p role="alert">${escaped(text)}</p>`)

const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f6f7; --sheet: #fff; --ink: #1b262e; --quiet: #55646f; --line: #d5dce1; --chosen: #e8f1f6;
  --act: #0b5c86; --on-act: #fff; --note: #fff3d6; --on-note: #5a3d00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c151c; --sheet: #14202a; --ink: #ebeff2; --quiet: #a3b1bb; --line: #2c3b47; --chosen: #18303f;
    --act: #6bbce6; --on-act: #06202e; --note: #3a2d0c; --on-note: #ffe0a0;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif }
header { padding: 0.5rem 1.5rem; background: var(--note); color: var(--on-note); font-size: 0.8125rem; text-align: center }
header strong { margin-right: 0.5em; text-transform: uppercase; letter-spacing: 0.06em }
main {
  max-width: 640px; margin: clamp(16px, 6vh, 64px) auto; padding: 2rem;
  background: var(--sheet); border: 1px solid var(--line); border-radius: 12px;
}
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem }
p { margin: 0 0 1rem; color: var(--quiet) }
fieldset { margin: 0 0 1.5rem; padding: 0; border: 0 }
legend { padding: 0; margin-bottom: 0.5rem; font-weight: 600 }
label { display: grid; grid-template-columns: auto 1fr; gap: 0 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-bottom-width: 0; cursor: pointer }
label:first-of-type { border-radius: 8px 8px 0 0 }
label:last-of-type { border-radius: 0 0 8px 8px; border-bottom-width: 1px }
label:only-of-type { border-radius: 8px }
label:has(:checked) { background: var(--chosen) }
label span { grid-column: 2; color: var(--quiet); font-size: 0.875rem }
input { accent-color: var(--act); margin: 0.25rem 0 0 }
code { font-size: 0.8125rem; overflow-wrap: anywhere }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem }
button { padding: 0.5rem 1.25rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.primary { border-color: var(--act); background: var(--act); color: var(--on-act) }
:focus-visible { outline: 2px solid var(--act); outline-offset: 2px }
ul { margin: 0; padding: 0; list-style: none }
li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; padding: 0.5rem 0; border-top: 1px solid var(--line) }
`
