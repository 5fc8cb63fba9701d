@echo off
rem Double-click this file on Windows: it installs the program, loads the sample the first time, and opens the explorer.
rem An ampersand in the name of a dropped file ends this command, and what follows would run as the next one.
rem So only CMDCMDLINE has all names, and each way out ends the whole command line: exit without /b.
setlocal EnableDelayedExpansion
set "DROPPED=!CMDCMDLINE!"
setlocal DisableDelayedExpansion
cd /d "%~dp0.."
title Sales tax allocations
if not exist package-lock.json (
  echo Unpack the ZIP file first: right-click it, choose Extract All. Then double-click this file in the unpacked folder.
  pause
  exit 1
)
where npm >nul 2>nul
if errorlevel 1 (
  echo First install Node.js 22.22.2 or newer from https://nodejs.org/en/download, then double-click this file again.
  pause
  exit 1
)
rem npm writes this file last: without it, an installation was cut off
if not exist node_modules\.package-lock.json (
  echo Installing. This takes about a minute.
  call npm ci || goto failed
)
rem Files that are dropped on this one are loaded
if not "%~1"=="" (
  call npm run build || goto failed
  call npm run dropped || goto failed
)
rem After the first time, nothing loads the sample again: somebody may have removed it
if not exist dist (
  call npm start || goto failed
)
echo The explorer opens in your browser. Keep this window open while you use it.
call npm run explore || goto failed
exit 0

:failed
echo.
echo This did not work. The lines above say why.
pause
exit 1
