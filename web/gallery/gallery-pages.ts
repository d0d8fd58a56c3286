import { GALLERY_GROUPS, type GalleryPage } from './gallery-page.ts'

/** A page and the name it has in the address, which is that of its file. */
export interface ListedPage extends GalleryPage {
  slug: string
}

const files = import.meta.glob('../**/*.gallery.tsx') as Record<
  string,
  () => Promise<{ gallery: GalleryPage }>
>
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.gallery.tsx'.length),
    load,
  ]),
)

/** One page, without what the others need. */
export async function galleryPage(slug: string): Promise<ListedPage | undefined> {
  const module = await loaders.get(slug)?.()
  return module && { ...module.gallery, slug }
}

let all: Promise<ListedPage[]> | undefined

/** Every page, in the order of groups and then of titles. They are read once. */
export const galleryPages = (): Promise<ListedPage[]> => (all ??= readPages())

async function readPages(): Promise<ListedPage[]> {
  const pages = await Promise.all([...loaders.keys()].map(galleryPage))
  const orderOf = ({ group }: GalleryPage) => GALLERY_GROUPS.indexOf(group)
  return pages
    .filter((page) => page !== undefined)
    .toSorted((a, b) => orderOf(a) - orderOf(b) || a.title.localeCompare(b.title))
}
