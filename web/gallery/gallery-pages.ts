import { GALLERY_GROUPS, type GalleryPage } from './gallery-page.ts'

/** A page and the name it has in the address, which is that of its file. */
export interface ListedPage extends GalleryPage {
  slug: string
}

const files = import.meta.glob<{ gallery: GalleryPage }>('../**/*.gallery.tsx')

/** Every page, in the order of groups and then of titles. */
export async function galleryPages(): Promise<ListedPage[]> {
  const pages = await Promise.all(
    Object.entries(files).map(async ([path, load]) => ({
      ...(await load()).gallery,
      slug: path.slice(path.lastIndexOf('/') + 1, -'.gallery.tsx'.length),
    })),
  )
  const orderOf = ({ group }: GalleryPage) => GALLERY_GROUPS.indexOf(group)
  return pages.toSorted((a, b) => orderOf(a) - orderOf(b) || a.title.localeCompare(b.title))
}
