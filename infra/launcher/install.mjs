// Installs the packages that are missing, for npm scripts that run a package's own program.
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

installPackages(fileURLToPath(new URL('../..', import.meta.url)))
