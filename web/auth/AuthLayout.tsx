import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { pool } from '#web/session/pool.ts'
import { Framed } from '#web/shell/Framed.tsx'
import { AuthFrame } from './AuthFrame.tsx'

const ToastRegion = lazy(async () => ({ default: (await import('#web/ui/ToastRegion.tsx')).ToastRegion }))

export function AuthLayout() {
  useEffect(() => {
    // Whoever fills in a form is about to need it; the form says so if it is not to be had then either.
    const load = () => void pool().catch(() => {})
    addEventListener('input', load, { once: true })
    return () => removeEventListener('input', load)
  }, [])
  return (
    <Framed>
      <AuthFrame>
        <Outlet />
      </AuthFrame>
      <Suspense>
        <ToastRegion />
      </Suspense>
    </Framed>
  )
}
