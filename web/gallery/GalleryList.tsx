import { use } from 'react'
import { GALLERY_GROUPS } from './gallery-page.ts'
import { galleryPages, type ListedPage } from './gallery-pages.ts'
import styles from './Gallery.module.css'

/** The pieces by name. Its links load the page anew, so that no piece is left from the one before. */
export function GalleryList({ currentSlug }: { currentSlug: string | undefined }) {
  const listed = use(galleryPages())
  return (
    <nav aria-label="Pieces" className={styles.pieces}>
      {GALLERY_GROUPS.map((group) => (
        <Group
          key={group}
          name={group}
          pages={listed.filter((page) => page.group === group)}
          currentSlug={currentSlug}
        />
      ))}
    </nav>
  )
}

interface GroupProps {
  name: string
  pages: readonly ListedPage[]
  currentSlug: string | undefined
}

function Group({ name, pages, currentSlug }: GroupProps) {
  if (pages.length === 0) return null
  return (
    <>
      <h2 className={styles.group}>{name}</h2>
      <ul>
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <a
              href={`/__ui/${slug}`}
              className={styles.piece}
              aria-current={slug === currentSlug ? 'page' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
