import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '#web/stored.ts'
import { cx } from '#web/ui/class-names.ts'
import { LoadBar } from '#web/ui/LoadBar.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { Header } from './Header.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TypedAhead } from './TypedAhead.tsx'
import { useShellCompany } from './use-company.ts'
import { usePageLoading } from './use-page-loading.ts'
import { useShellCommands } from './use-shell-commands.ts'
import { useShortcuts } from './use-shortcuts.ts'

// Nothing is said before the first paint, and nobody asks for anything.
const ToastRegion = lazy(async () => ({ default: (await import('#web/ui/ToastRegion.tsx')).ToastRegion }))
const Banners = lazy(async () => ({ default: (await import('./Banners.tsx')).Banners }))
const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))
const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList.tsx')).ShortcutList }))

const PALETTE_AFTER_MS = 3_000

/** What stands around every page. The page brings its own sheet, which alone scrolls. */
export function Shell() {
  const sidebar = useSidebar()
  const [over, setOver] = useState<'palette' | 'shortcuts' | null>(null)
  const typedAhead = useRef('')
  const openPalette = useCallback(() => {
    typedAhead.current = ''
    setOver('palette')
  }, [])
  const close = useCallback(() => setOver(null), [])
  const listShortcuts = useCallback(() => setOver('shortcuts'), [])
  useShellCommands({ openPalette, listShortcuts, toggleSidebar: sidebar.toggle })
  useShortcuts()
  usePaletteOnIdle()

  const isCovered = sidebar.isOver && sidebar.isOpen
  return (
    <div className={cx(styles.app, !sidebar.isOpen && styles.closed, sidebar.isOver && styles.over)}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Sidebar
        isOpen={sidebar.isOpen}
        isOver={sidebar.isOver}
        onToggle={sidebar.toggle}
        onNavigate={sidebar.onNavigate}
      />
      {isCovered && <div className={styles.catcher} onClick={sidebar.toggle} aria-hidden />}
      <div className={styles.column} inert={isCovered}>
        <Header {...(!sidebar.isOpen && { onOpenSidebar: sidebar.toggle })} onJump={openPalette} />
        <Suspense>
          <Banners />
        </Suspense>
        <Main />
      </div>
      <Suspense>
        <ToastRegion />
      </Suspense>
      {over === 'palette' && (
        <Suspense fallback={<TypedAhead typed={typedAhead} onClose={close} />}>
          <CommandPalette typedAhead={typedAhead} onClose={close} />
        </Suspense>
      )}
      <Suspense>{over === 'shortcuts' && <ShortcutList onClose={close} />}</Suspense>
    </div>
  )
}

/** By itself, so that what stands around it is not drawn anew when something begins to be read, and again when it has been. */
function Main() {
  const isLoading = usePageLoading()
  const { company } = useShellCompany()
  return (
    <main id="main" className={styles.main} tabIndex={-1} aria-busy={isLoading}>
      {isLoading && <LoadBar />}
      {/* Another company begins anew: nothing that was read or typed of the one before is taken for its own. */}
      <Outlet key={company?.id} />
    </main>
  )
}

/** Whoever opens the palette types at once; it is fetched when the page has come to rest. */
function usePaletteOnIdle() {
  useEffect(() => {
    const timer = setTimeout(() => void import('./CommandPalette.tsx').catch(() => {}), PALETTE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** On a wide window the sidebar stands beside the page and its state is kept; on a narrow one it opens over it. */
function useSidebar() {
  const isWide = useMediaQuery('(min-width: 1100px)')
  const [isOpenBeside, setOpenBeside] = useState(() => readStored('sidebar') !== 'closed')
  const [isOpenOver, setOpenOver] = useState(false)
  const isOpen = isWide ? isOpenBeside : isOpenOver

  const toggle = useCallback(() => {
    if (!isWide) return setOpenOver(!isOpen)
    writeStored('sidebar', isOpen ? 'closed' : 'open')
    setOpenBeside(!isOpen)
  }, [isWide, isOpen])
  return { isOpen, isOver: !isWide, toggle, onNavigate: () => setOpenOver(false) }
}
