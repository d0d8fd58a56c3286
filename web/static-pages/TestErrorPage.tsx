/** Fails, so that whoever runs an installation can see what is told of a crash. */
export function TestErrorPage(): React.ReactNode {
  throw new Error('This is a test of what is told of an error.')
}
