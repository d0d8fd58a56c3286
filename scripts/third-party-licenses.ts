// The licences of everything that ships: the packages in the pages' files, and those that the server needs installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-]|$)/i
const RULE = '='.repeat(80)

interface Package {
  title: string
  license: string
  text: string
}

interface Manifest {
  name: string
  version: string
  license?: License
  licenses?: License
  author?: string | { name: string }
}
type License = string | { type: string } | License[]

/** One text that names every package with its version and the text of its licence; equal texts stand once. */
export function thirdPartyLicenses(root: string, bundledFiles: Iterable<string>): string {
  const folders = new Set([...bundledFolders(bundledFiles), ...serverFolders(root)])
  const packages = [...folders].flatMap((folder) => readPackage(root, folder) ?? [])
  packages.sort((a, b) => (a.title < b.title ? -1 : 1))
  const byText = new Map<string, Set<string>>()
  for (const { title, license, text } of packages) {
    const titles = byText.get(text) ?? new Set()
    byText.set(text, titles.add(`${title} (${license})`))
  }
  return [
    'Sextant contains or needs the following packages of other authors. Each is used under its own terms.',
    ...[...byText].map(([text, titles]) => [RULE, ...titles, '', text].join('\n')),
  ].join('\n\n')
}

/** `node_modules/a` of `…/node_modules/a/dist/x.js`, also where packages lie in packages. */
const bundledFolders = (files: Iterable<string>): string[] =>
  [...files].flatMap((file) => {
    const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0]
    return found ? [found.slice(found.indexOf('/node_modules/') + 1)] : []
  })

/** What `npm ci --omit=dev` installs, as far as it is for this machine. */
function serverFolders(root: string): string[] {
  const { packages } = readJson<{ packages: Record<string, { dev?: boolean }> }>(
    join(root, 'package-lock.json'),
  )
  return Object.keys(packages).filter((place) => place !== '' && !packages[place]!.dev)
}

const MIT_WORDS = /Permission is hereby granted, free of charge, to any person obtaining a copy/

function readPackage(root: string, folder: string): Package | undefined {
  const manifest = join(root, folder, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { name, version, license, licenses, author } = readJson<Manifest>(manifest)
  const files = readdirSync(join(root, folder)).filter((file) => LICENSE_FILE.test(file))
  const texts = files.sort().map((file) => readFileSync(join(root, folder, file), 'utf8'))
  const named = license ?? licenses
  // A manifest may be silent where the file beside it is not.
  const id = named === undefined && texts.some((text) => MIT_WORDS.test(text)) ? 'MIT' : idOf(named)
  if (texts.length === 0) texts.push(withoutFile(root, id, typeof author === 'object' ? author.name : author))
  return {
    title: `${name} ${version}`,
    license: id,
    text: texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n'),
  }
}

function idOf(license: License | undefined): string {
  if (Array.isArray(license)) return license.map(idOf).join(' OR ')
  return typeof license === 'object' ? license.type : (license ?? 'no licence named')
}

/** The package names its licence and leaves the text out. */
function withoutFile(root: string, id: string, author: string | undefined): string {
  const by = author ? `Copyright (c) ${author.replace(/\s*<.*/, '')}` : 'Copyright (c) its authors'
  if (id === 'Apache-2.0') return `${by}\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}`
  return `${by}\n\n${id === 'MIT' ? MIT : `Licensed under ${id}.`}`
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
