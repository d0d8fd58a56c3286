// What the tests need beside npm packages: a Chromium to drive and PostgreSQL's programs to start servers
// with. Debian's packages bring both when we may install them.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './prepare.mjs'

const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

const NEEDS = [
  {
    env: 'CHROMIUM',
    find: findChromium,
    packages: ['chromium', 'fonts-dejavu-core'],
    advice: 'Install Chromium or Chrome, or set CHROMIUM to its path; the browser tests need it.',
  },
  {
    env: 'SEXTANT_TEST_PG_BIN',
    find: findPostgres,
    packages: ['postgresql'],
    advice:
      'Install PostgreSQL 15 or newer, or set SEXTANT_TEST_PG_BIN to the folder of initdb and postgres.',
  },
]

/**
 * Finds or installs what the tests need.
 * @returns the environment that tells the tests where it is, and advice about what could not be had
 */
export function prepareTestMachine() {
  const missing = NEEDS.filter((need) => !need.find())
  if (missing.length > 0 && canInstallDebianPackages()) {
    installDebianPackages(missing.flatMap((need) => need.packages))
  }
  const env = {}
  const advice = []
  for (const need of NEEDS) {
    const found = need.find()
    if (found) env[need.env] = found
    else advice.push(need.advice)
  }
  return { env, advice }
}

function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
  const outsidePath = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
  return process.env.CHROMIUM || names.map(onPath).find(Boolean) || outsidePath.find(isProgram)
}

function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const folders = [process.env.SEXTANT_TEST_PG_BIN]
  if (existsSync(debian)) {
    const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    folders.push(...versions.map((version) => join(debian, version, 'bin')))
  }
  if (onPath('pg_config')) {
    folders.push(spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim())
  }
  // A client alone also has a pg_config.
  return folders.find(
    (folder) => folder && ['initdb', 'postgres'].every((name) => isProgram(join(folder, name))),
  )
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function canInstallDebianPackages() {
  return process.platform === 'linux' && process.getuid() === 0 && Boolean(onPath('apt-get'))
}

function installDebianPackages(packages) {
  say(`Installing ${packages.join(', ')} with apt-get …`)
  if (packages.includes('postgresql') && !existsSync(CLUSTER_SETTINGS)) {
    // Debian would create and start a server of its own at once; the tests start theirs.
    mkdirSync('/etc/postgresql-common', { recursive: true })
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (status !== 0) say(`apt-get ${args[0]} failed:\n${`${stdout}${stderr}`.slice(-2000)}`)
  }
}
