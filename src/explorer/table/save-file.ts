/** Saves a file on the reader's machine. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser has the content by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
