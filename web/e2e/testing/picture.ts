/** A red PNG of 2 × 2 pixels. */
export const picture = {
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGM4wcBwggGMgRQAGQ4DIUwhR/0AAAAASUVORK5CYII=',
    'base64',
  ),
} as const;
