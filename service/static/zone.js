// Whoever is new here is in the zone of the device, unless another was typed.

// Some browsers call these by the names they had.
const RENAMED = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};
const field = document.querySelector("input[name=zone][data-guess]");
const named = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zone = RENAMED[named] ?? named;
const offered = [...(field?.list?.options ?? [])].some((option) => option.value === zone);
if (field && offered && field.value === field.defaultValue) field.value = zone;
