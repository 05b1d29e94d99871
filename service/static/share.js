// A button beside an address that is to be shared: the device's own way to share, else the clipboard.

for (const place of document.querySelectorAll(".share")) {
  const button = place.querySelector("button");
  const link = place.querySelector("a");
  if (!button || !(navigator.share || navigator.clipboard)) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) {
        await navigator.share({ url: link.href });
        return;
      }
      await navigator.clipboard.writeText(link.href);
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 2000);
    } catch {
      // Whoever closed the device's list, or forbade the clipboard, has the link beside the button.
    }
  });
}
